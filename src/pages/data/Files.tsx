import { useEffect, useState } from 'react';
import type { SourceFile } from '../../core/terms.ts';
import { downloadExchange } from '../../store/actions.ts';
import { askEngine, useApp } from '../../store/app-store.ts';
import type { DatasetHandle } from '../../store/handles.ts';
import { takeFor } from '../../store/mapping.ts';
import { Button } from '../../ui/parts/Button.tsx';
import { formatCount, formatShare } from '../../ui/parts/format.ts';
import { Panel } from '../../ui/parts/Panel.tsx';
import styles from './data.module.css';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Each file: what it was taken for and why, what was used of it, and its hash. */
export function Files({ dataset }: { readonly dataset: DatasetHandle }) {
  const canChoose = useApp((state) => state.origin?.kind === 'files');
  const hashes = useApp((state) => state.fileHashes);
  const [importers, setImporters] = useState<readonly Named[]>([]);
  useEffect(() => {
    if (canChoose) void askEngine('importers', undefined).then(setImporters, () => {});
  }, [canChoose]);
  return (
    <Panel
      title="Files"
      tableName="files"
      sub={`${formatCount(dataset.sources.length)} read`}
      actions={
        <Button size="small" onClick={() => void downloadExchange()}>
          Export in the exchange format
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Files of the dataset" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Taken for</th>
              <th scope="col">Bytes</th>
              <th scope="col">Rows read</th>
              <th scope="col">Used</th>
              <th scope="col">Set aside</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {dataset.sources.map((source, i) => (
              <FileRow
                key={source.name}
                source={source}
                sha256={source.sha256 ?? hashes?.[i] ?? null}
                importers={importers}
              />
            ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}

function FileRow({
  source,
  sha256,
  importers,
}: {
  readonly source: SourceFile;
  readonly sha256: string | null;
  readonly importers: readonly Named[];
}) {
  const { name, takenFor, reason, confidence } = source;
  return (
    <tr>
      <th scope="row">
        <code>{name}</code>
      </th>
      <td data-value={takenFor}>
        {takenFor}
        {reason !== null && (
          <span className={styles.why}>
            {confidence === null ? '' : `${formatShare(confidence, 0)} sure: `}
            {reason}
          </span>
        )}
        {importers.length > 0 && (
          <select
            className={styles.take}
            aria-label={`Take ${name} for`}
            value=""
            onChange={(event) => takeFor(name, event.target.value)}
          >
            <option value="">take it for</option>
            {importers.map((importer) => (
              <option key={importer.id} value={importer.id}>
                {importer.name}
              </option>
            ))}
          </select>
        )}
      </td>
      <td>{formatCount(source.bytes)}</td>
      <td>{formatCount(source.rowsRead)}</td>
      <td>{formatCount(source.rowsUsed)}</td>
      <td>{formatCount(source.rowsAside)}</td>
      <td data-value={sha256 ?? undefined}>
        {sha256 === null ? 'being computed' : <code title={sha256}>{sha256.slice(0, 12)}</code>}
      </td>
    </tr>
  );
}
