/**
 * Lets messages in: a stream that always has data ready never gives way to them, and a cancel would wait for the end.
 * A timer would do, but browsers stretch nested ones to 4 ms.
 */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
