// A screen of the admin, and the list of them for those that link to them. The list itself is made in screens/, which
// nothing in here imports.
import type { LucideIcon } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { type Switch, useFeatures } from '../api/features';

export interface Screen {
  path: string;
  /** In the sidebar. */
  label: string;
  /** Over the screen and in the tab. */
  title: string;
  /** What one does here. */
  about: string;
  icon: LucideIcon;
  /** The sidebar is in the order of these numbers. */
  place: number;
  /** The public page it edits. */
  publicPath: string;
  /** Only while this is switched on, or never: then another screen links to it. Without this: always. */
  listed?: Switch | 'never';
  view: ReactNode;
}

const ScreensContext = createContext<readonly Screen[]>([]);

export const ScreensProvider = ScreensContext.Provider;

export function useScreens(): readonly Screen[] {
  return useContext(ScreensContext);
}

/** Those that the sidebar and the dashboard show. */
export function useListedScreens(): readonly Screen[] {
  const features = useFeatures();
  return useScreens().filter(
    ({ listed }) => listed === undefined || (listed !== 'never' && features[listed] === true),
  );
}
