import type { Readable } from 'node:stream';

/** A place that holds files of a backup by paths with `/`: a folder or a prefix in an object store, with or without encryption. */
export interface Place {
  /** For messages to the operator. */
  readonly label: string;
  /** Replaces the file. It exists completely or not at all. */
  write(path: string, bytes: Readable): Promise<void>;
  /** Throws `MissingFile`. */
  read(path: string): Promise<Readable>;
  /** Makes `to` a copy of `from` without reading it; false when the place cannot or has no such file. */
  copy(from: string, to: string): Promise<boolean>;
  /** Returns the names directly below a folder, `''` for the place itself. */
  names(folder: string): Promise<string[]>;
  /** Removes a file, or a folder with all that is in it. */
  remove(path: string): Promise<void>;
}

/** The part of a place below one folder; `''` is the place itself. */
export function below(place: Place, folder: string): Place {
  if (folder === '') return place;
  const at = (path: string): string => (path === '' ? folder : `${folder}/${path}`);
  return {
    label: `${place.label}/${folder}`,
    write: (path, bytes) => place.write(at(path), bytes),
    read: (path) => place.read(at(path)),
    copy: (from, to) => place.copy(at(from), at(to)),
    names: (path) => place.names(at(path)),
    remove: (path) => place.remove(at(path)),
  };
}
