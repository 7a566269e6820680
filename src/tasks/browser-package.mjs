/** The Chromium that comes as an npm package: it needs neither root nor a package manager, only Linux on x64. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { cacheDirectory, runNpm, say, tail } from './process.mjs';
import { readTar, untar } from './untar.mjs';

const NAME = '@sparticuz/chromium';
const VERSION = '147.0.0';
/** Of the package as published: what is downloaded is going to be executed. */
const INTEGRITY = 'sha512-4ZKeAQQa8up2mt675qSitztLdbQrlf8BKdC5naeap+5Mv1OV1OlJdPoU+EJC/p5sQUJUQmN4r+q5+EhaaOUHpQ==';

const directory = join(cacheDirectory, `chromium-${VERSION}`);

/** Fonts of the package first, those of the machine besides; without a configuration Chromium draws no text. */
const fontConfig = (fonts, cache) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${fonts}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${cache}</cachedir>
</fontconfig>
`;

/** Downloads the package only, without the libraries it would use to unpack itself. -> the archive's bytes */
async function download(work) {
  const spec = `${NAME}@${VERSION}`;
  say(`Downloading ${spec} (66 MB).`);
  const { code, output } = await runNpm(['pack', spec, '--ignore-scripts', '--pack-destination', work], {
    quiet: true,
  });
  const archive = readdirSync(work).find((name) => name.endsWith('.tgz'));
  if (code !== 0 || archive === undefined) throw new Error(`npm could not download it: ${tail(output, 3)}`);
  const bytes = readFileSync(join(work, archive));
  const found = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  if (found !== INTEGRITY) throw new Error('what npm downloaded is not what was published');
  return promisify(gunzip)(bytes);
}

async function unpack(archive, target) {
  const packed = new Map();
  readTar(archive, ({ name, content }) => packed.set(name.replace(/^package\//, ''), content));
  const open = (name) => {
    const content = packed.get(`bin/${name}.br`);
    if (content === undefined) throw new Error(`the package has no bin/${name}.br`);
    return promisify(brotliDecompress)(content);
  };
  mkdirSync(target, { recursive: true });
  untar(await open('al2023.tar'), target);
  untar(await open('fonts.tar'), join(target, 'fonts'));
  // The software renderer is looked for beside the program.
  untar(await open('swiftshader.tar'), target);
  writeFileSync(join(target, 'chromium'), await open('chromium'));
  chmodSync(join(target, 'chromium'), 0o755);
}

function browserAt() {
  const libraries = join(directory, 'lib');
  const before = process.env.LD_LIBRARY_PATH;
  return {
    executablePath: join(directory, 'chromium'),
    env: {
      LD_LIBRARY_PATH: before ? `${libraries}:${before}` : libraries,
      FONTCONFIG_FILE: join(directory, 'fontconfig.xml'),
    },
  };
}

/** -> {executablePath, env}; throws with the reason in words. */
export async function packagedBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it exists for Linux on x64 only');
  if (!existsSync(join(directory, 'chromium'))) {
    const work = `${directory}.${process.pid}`;
    mkdirSync(work, { recursive: true });
    try {
      await unpack(await download(work), join(work, 'browser'));
      writeFileSync(
        join(work, 'browser', 'fontconfig.xml'),
        fontConfig(join(directory, 'fonts'), join(directory, 'font-cache')),
      );
      // Last, and at once: whoever sees the program sees all of it.
      rmSync(directory, { recursive: true, force: true });
      renameSync(join(work, 'browser'), directory);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  return browserAt();
}
