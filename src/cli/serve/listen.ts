import type { Server } from 'node:http';
import { failed, ok, type Result } from '../../core/result.ts';

/** The only address served: nothing of the user's is ever on the network. */
export const LOOPBACK = '127.0.0.1';

const TRIES = 100;

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : 'unknown');

const listenOnce = (server: Server, port: number): Promise<Result<number, Error>> =>
  new Promise((resolve) => {
    const onError = (error: Error): void => resolve(failed(error));
    server.once('error', onError);
    server.listen(port, LOOPBACK, () => {
      server.off('error', onError);
      const address = server.address();
      resolve(ok(address !== null && typeof address === 'object' ? address.port : port));
    });
  });

/**
 * Listens on the loopback interface at `port`, or at the next free port above it; 0 lets the system choose. The error
 * is a sentence for the terminal.
 */
export async function listenLocally(server: Server, port: number): Promise<Result<number, string>> {
  const last = Math.min(port + TRIES - 1, 65_535);
  for (let candidate = port; candidate <= last; candidate++) {
    const result = await listenOnce(server, candidate);
    if (result.kind === 'ok') return result;
    const code = codeOf(result.error);
    // Ports that are taken or reserved are passed over; anything else would fail again.
    if (code !== 'EADDRINUSE' && code !== 'EACCES')
      return failed(`Cannot listen on ${LOOPBACK}: ${result.error.message}`);
  }
  return failed(`No port from ${port} to ${last} is free on ${LOOPBACK}. Name another with --port.`);
}
