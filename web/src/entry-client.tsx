// The browser's entry for public pages: takes over what the server rendered. The staff admin has an entry of its own,
// so that nothing of it is ever part of a public page.
import './lib/trusted-types';
import './styles/main.css';
import { StrictMode, startTransition, useEffect, useSyncExternalStore } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App';
import { ErrorBoundary } from './components/ErrorBoundary';
import { PageBroken } from './components/PageBroken';
import type { Answers } from './lib/query';
import { english } from './messages/language';
import { begin, currentPlace, subscribe } from './navigation';

interface Sent {
  path: string;
  data: Answers;
  year: number;
}

function readSent(): Sent | undefined {
  try {
    return JSON.parse(document.getElementById('umeed-data')?.textContent ?? '');
  } catch {
    return undefined;
  }
}

const sent = readSent();
const year = sent?.year ?? new Date().getFullYear();

begin(sent?.path ?? location.pathname, sent?.data);

function Site() {
  // start.ts waits for this with what the visitor did before the app was there.
  useEffect(() => void document.dispatchEvent(new Event('umeed:ready')), []);
  const place = useSyncExternalStore(subscribe, currentPlace, currentPlace);
  return (
    <ErrorBoundary fallback={<PageBroken />}>
      <App place={place} year={year} messages={english} />
    </ErrorBoundary>
  );
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
