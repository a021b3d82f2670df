// The browser's entry for public pages: takes over what the server rendered. The staff admin has an entry of its own,
// so that nothing of it is ever part of a public page.
import './lib/trusted-types';
import './styles/main.css';
import { StrictMode, startTransition, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import type { Answers } from './lib/query';
import { begin, currentPlace, subscribe } from './navigation';

interface Sent {
  path: string;
  data: Answers;
  year: number;
}

const block = document.getElementById('umeed-data');
const sent: Sent | undefined = block ? JSON.parse(block.textContent ?? '') : undefined;
const year = sent?.year ?? new Date().getFullYear();

begin(sent?.path ?? location.pathname, sent?.data);

function Site() {
  return <App place={useSyncExternalStore(subscribe, currentPlace, currentPlace)} year={year} />;
}

const root = document.getElementById('root');
const site = (
  <StrictMode>
    <Site />
  </StrictMode>
);
// In a transition React takes the page over in small steps, so that a slow phone can scroll and tap meanwhile.
if (root && sent) startTransition(() => void hydrateRoot(root, site));
else if (root) createRoot(root).render(site);
