import { useLocation, useNavigate } from 'react-router-dom';

/** Sends an anonymous visitor to the sign-in page and back here afterwards; without the parts of the shelf. */
export function useSignIn(): () => void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => void navigate(`/cmsLogin?redirect=${encodeURIComponent(pathname + search)}`);
}
