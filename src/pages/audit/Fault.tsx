import { useProtocol } from '../../store/protocol.ts';
import styles from './audit.module.css';

/** Why the last step was not taken. */
export function Fault() {
  const stepping = useProtocol((state) => state.stepping);
  return (
    <p className={styles.fault} role="alert">
      {stepping.kind === 'failed' && `${stepping.problem.message} ${stepping.problem.effect}`}
    </p>
  );
}
