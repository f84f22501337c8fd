import { useState } from 'react';
import type { FormField } from '../../contract/workflow/form-content.ts';
import { displayText } from '../../contract/workflow/form-display.ts';
import { readFiles } from '../../contract/workflow/form-field-reader.ts';
import { hasRemoteOptions, isUploadKind, kindOf } from '../../contract/workflow/form-keys.ts';
import type { FormFile } from './file-upload.ts';
import { saveFormFile, usePictures } from './form-file.ts';
import { useFieldOptions, useStore } from './use-filled-form.ts';

/** The value of a field as text: read mode, fields without the right to edit, and print (form-designer §2.1). */
export function ReadValue({ field, value, id }: { field: FormField; value: unknown; id?: string }) {
  const kind = kindOf(field);
  if (isUploadKind(kind)) return <ReadFiles field={field} value={value} />;
  if (hasRemoteOptions(field)) return <ReadOption field={field} value={value} />;
  return (
    <span className="form-read" {...(id ? { id } : {})}>
      {kind === 'color' && typeof value === 'string' && value !== '' ? <i className="form-colour" style={{ background: value }} aria-hidden /> : null}
      {displayText(field, value)}
    </span>
  );
}

function ReadOption({ field, value }: { field: FormField; value: unknown }) {
  const { options } = useFieldOptions(field);
  return <span className="form-read">{displayText(field, value, options.state === 'ready' ? options.options : (field.options ?? []))}</span>;
}

function ReadFiles({ field, value }: { field: FormField; value: unknown }) {
  const files = readFiles(value);
  const list = Array.isArray(files) ? (files as FormFile[]) : [];
  const pictured = kindOf(field) === 'signature' || field['list-type'] !== 'text';
  if (list.length === 0) return <span className="form-read">{displayText(field, null)}</span>;
  return (
    <ul className="form-read-files">
      {list.map((file) => (
        <li key={file.url}>
          {pictured && isPicture(file) ? <Picture file={file} alt={kindOf(field) === 'signature' ? `${field.label}：已签名` : file.name} /> : null}
          {kindOf(field) === 'signature' ? null : <FileLink file={file} />}
        </li>
      ))}
    </ul>
  );
}

const isPicture = ({ url }: FormFile): boolean => /\.(?:png|jpe?g)$/i.test(url);

/** A picture that only people with the right to the form may load. */
export function Picture({ file, alt }: { file: FormFile; alt: string }) {
  const pictures = usePictures([file.url], useStore().parts.loadFile);
  const address = pictures[file.url];
  return address ? <img className="form-signed-image" src={address} alt={alt} /> : <span className="form-read">{alt}</span>;
}

/** Saves the file when it is pressed. */
export function FileLink({ file }: { file: FormFile }) {
  const [problem, setProblem] = useState<string | null>(null);
  const save = () =>
    saveFormFile(file).then(
      () => setProblem(null),
      (error: Error) => setProblem(error.message),
    );
  return (
    <>
      <button type="button" className="form-file-link" onClick={() => void save()}>
        {file.name}
      </button>
      {problem ? (
        <span role="alert" className="form-error">
          {problem}
        </span>
      ) : null}
    </>
  );
}
