export interface IngestProgress {
  /** In bytes of the files as given (compressed ones count compressed). */
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly file: string;
}

/** Unpacking is about this share of the work on a compressed file. */
const PEEL_SHARE = 0.5;

/** Progress in bytes of the files as given. It never runs back, and a file that turns out unneeded counts as read. */
export class ByteProgress {
  readonly #sizes: readonly number[];
  readonly #names: readonly string[];
  readonly #total: number;
  readonly #report: (progress: IngestProgress) => void;
  #before = 0;
  #inFile = 0;
  #current = 0;
  /** Bytes as given per byte read. */
  #scale = 1;

  constructor(
    sources: readonly { readonly name: string; readonly size: number }[],
    report: (progress: IngestProgress) => void,
  ) {
    this.#sizes = sources.map(({ size }) => size);
    this.#names = sources.map(({ name }) => name);
    this.#total = this.#sizes.reduce((sum, size) => sum + size, 0);
    this.#report = report;
  }

  begin(file: number): void {
    this.#current = file;
    this.#inFile = 0;
    this.#scale = 1;
    this.#send();
  }

  addPeeled(count: number): void {
    this.#inFile += count * PEEL_SHARE;
    this.#send();
  }

  /** The file's plain size is known: the bytes still to be read share what is left of its size. */
  unpacked(size: number): void {
    this.#scale = size === 0 ? 0 : (this.#sizes[this.#current]! - this.#inFile) / size;
  }

  add(count: number): void {
    this.#inFile += count * this.#scale;
    this.#send();
  }

  end(): void {
    this.#before += this.#sizes[this.#current]!;
    this.#inFile = 0;
    this.#send();
  }

  #send(): void {
    const bytesRead = Math.min(this.#total, Math.round(this.#before + this.#inFile));
    this.#report({ bytesRead, bytesTotal: this.#total, file: this.#names[this.#current]! });
  }
}
