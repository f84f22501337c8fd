import { createRoot } from 'react-dom/client';

createRoot(document.getElementById('root')!).render(<h1>书舟</h1>);
