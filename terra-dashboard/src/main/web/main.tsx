import { render } from 'preact';
import { Page } from './app';
import { applyTheme } from './header';

applyTheme();
render(<Page />, document.getElementById('app')!);
