//! Where the page begins.
import './style/tokens.css';
import './style/looks.css';
import './style/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { device } from './state/prefs.svelte';
import { router } from './state/router.svelte';

router.start();
device.start();
mount(App, { target: document.getElementById('page')! });
