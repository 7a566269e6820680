import styles from './status.module.css';

/** 28 px at the foot: what the figures rest on, and at the right end where they were computed. */
export function StatusBar({ facts, promise }: { readonly facts: readonly string[]; readonly promise: string }) {
  return (
    <footer className={styles.status}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span className={styles.promise}>{promise}</span>
    </footer>
  );
}
