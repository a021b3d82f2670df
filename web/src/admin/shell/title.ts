import { useEffect } from 'react';
import { useAdminMessages } from '../messages';

/** The title of the browser's tab. */
export function useTitle(name: string) {
  const { title } = useAdminMessages().shell;
  useEffect(() => {
    document.title = title(name);
  }, [title, name]);
}
