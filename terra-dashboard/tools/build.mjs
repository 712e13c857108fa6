// Bundles the dashboard into a folder of static files that goes into the jar, and the charts of the simulator's report into another one:
// build.mjs FOLDER FOLDER
// Names carry a hash of their content, so that browsers may keep them; each file has a compressed sibling.
import { build } from 'esbuild';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The page has to load within a second on a slow line: all of it together stays below this. */
const MOST_BYTES = 1_000_000;
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg']);

const out = process.argv[2];
rmSync(out, { recursive: true, force: true });
mkdirSync(join(out, 'assets'), { recursive: true });
const result = await build({
  entryPoints: { terra: 'src/main/web/main.tsx', style: 'src/main/web/style.css', icon: 'src/main/web/icon.svg' },
  outdir: join(out, 'assets'),
  publicPath: '/assets/',
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2020', 'chrome90', 'firefox90', 'safari15'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file', '.svg': 'copy', '.json': 'json' },
  legalComments: 'none',
  metafile: true,
});
const made = new Map(Object.entries(result.metafile.outputs).filter(([, o]) => o.entryPoint).map(([path, o]) => [o.entryPoint, path.slice(out.length + 1)]));
const page = readFileSync('src/main/web/index.html', 'utf8').replace(/\{\{(.+?)\}\}/g, (_, entry) => made.get(`src/main/web/${entry}`));
writeFileSync(join(out, 'index.html'), page);

// In a report they stand in the page itself, as a classic script.
await build({
  entryPoints: ['src/main/report/report.ts', 'src/main/report/report.css'],
  outdir: process.argv[3],
  bundle: true,
  minify: true,
  format: 'iife',
  target: ['es2020', 'chrome90', 'firefox90', 'safari15'],
  charset: 'ascii',
  legalComments: 'none',
});

let bytes = 0;
for (const file of readdirSync(out, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())) {
  const path = join(file.parentPath ?? file.path, file.name);
  const content = readFileSync(path);
  bytes += content.length;
  if (COMPRESSED.has(extname(path))) {
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}
if (bytes > MOST_BYTES) {
  console.error(`terra-dashboard: the page has ${bytes} bytes, the most is ${MOST_BYTES}`);
  process.exit(1);
}
