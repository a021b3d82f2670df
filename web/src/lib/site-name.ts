import type { Messages } from '../messages/language';
import type { Documents } from '../schema.gen';

/** The foundation's name; a site whose staff have cleared it still has one. */
export function siteName(settings: Documents['general_settings'] | undefined, { shell }: Messages): string {
  return settings?.site_name?.trim() || shell.unnamed;
}
