/** The module with all that it imports, as the text of one script (vite.config.ts). */
declare module '*?inline-script' {
  const code: string;
  export default code;
}
