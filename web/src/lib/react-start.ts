// React's own start, in a file that runs by itself: evaluated together with the site it would be one long task on a
// slow phone. The build keeps it in a chunk of its own (vite.config.ts), and the document starts that chunk first.
import { createRoot, hydrateRoot } from 'react-dom/client';

export const start = { createRoot, hydrateRoot };
