import { useEffect } from 'react';

/** The title of the browser's tab. */
export function useTitle(name: string) {
  useEffect(() => {
    document.title = `Admin | ${name}`;
  }, [name]);
}
