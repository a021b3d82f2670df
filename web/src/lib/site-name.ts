import { type Documents, documents } from '../schema.gen';

/** The foundation's name; a site whose staff have cleared it still has one. */
export function siteName(settings: Documents['general_settings'] | undefined): string {
  return settings?.site_name?.trim() || documents.general_settings.parts.site_name.default;
}
