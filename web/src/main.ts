//! Where the page begins.
import './style/tokens.css';
import './style/looks.css';
import './style/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { device } from './state/prefs.svelte';
import { router } from './state/router.svelte';
import { speak } from './words';
import { LANGUAGES } from './words/languages';

async function begin(): Promise<void> {
  // For whoever translates, and for the tests.
  if (localStorage.getItem('boneyard.language') === 'pseudo') {
    const { pseudo } = await import('./words/pseudo');
    speak('en', pseudo);
  } else {
    const chosen = LANGUAGES.find((one) => one.tag === device.prefs.language);
    const words = await chosen?.words?.();
    if (chosen && words) speak(chosen.tag, words);
    document.documentElement.lang = chosen?.tag ?? 'en';
  }
  router.start();
  device.start();
  mount(App, { target: document.getElementById('page')! });
}

void begin();
