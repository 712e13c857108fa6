// Installs exactly what package-lock.json names, unless that is what node_modules holds already: then nothing is asked of a registry.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MARK = 'node_modules/.installed';
const wanted = createHash('sha256').update(readFileSync('package-lock.json')).update(process.version).digest('hex');
if (!existsSync(MARK) || readFileSync(MARK, 'utf8') !== wanted) {
  const npm = spawnSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], { stdio: 'inherit' });
  if (npm.error) {
    console.error(`npm cannot be run (${npm.error.message}). On Debian or Ubuntu: apt-get install -y nodejs npm`);
  }
  if (npm.status !== 0) {
    console.error('terra-dashboard: npm could not install what package-lock.json names; its registry is the one of "npm config get registry"');
    process.exit(1);
  }
  writeFileSync(MARK, wanted);
}
