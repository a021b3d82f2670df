// The browser's entry for the staff admin. A document of its own with a script of its own: public pages load none of it.
import './lib/trusted-types';
import './styles/admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin } from './admin/Admin';
import { startLive } from './admin/live/connection';
import { followAccount } from './admin/session/follow-account';
import { followSession } from './admin/session/session';
import { watchForLostParts } from './admin/shell/lost-part';
import mark from './admin/shell/mark.svg';

followSession();
followAccount();
startLive();
watchForLostParts();

// The tab's mark; without one the browser would ask for a file that is not there.
document.head.append(Object.assign(document.createElement('link'), { rel: 'icon', href: mark }));

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Admin />
    </StrictMode>,
  );
