/** A file as the page hands it to the worker. */
export interface NamedBlob {
  /** Path relative to what was dropped. */
  readonly name: string;
  readonly blob: Blob;
}
