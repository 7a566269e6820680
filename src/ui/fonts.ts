/** Bundled fonts: no request leaves the machine. The greek subset (for θ) comes along by unicode-range. */
import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
