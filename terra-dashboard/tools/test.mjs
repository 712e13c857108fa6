// Bundles the unit tests and runs them with Node's own runner: test.mjs FOLDER
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const out = process.argv[2];
const tests = readdirSync('src/test/web').filter((file) => file.endsWith('.test.ts'));
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: tests.map((file) => join('src/test/web', file)),
  outdir: out,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node18',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.json': 'json' },
  outExtension: { '.js': '.mjs' },
  sourcemap: 'inline',
});
const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...tests.map((file) => join(out, file.replace(/\.ts$/, '.mjs')))], { stdio: 'inherit' });
process.exit(run.status ?? 1);
