import type { Resource } from '../resources/resource';
import { EditableList } from './EditableList';
import { GalleryList } from './GalleryList';
import { ReadOnlyList } from './ReadOnlyList';

/** The list of a declared resource, in the form that its declaration asks for. */
export function ResourceList({ resource, part }: { resource: Resource; part?: boolean }) {
  if (resource.kind === 'read-only') return <ReadOnlyList resource={resource} />;
  if (resource.uploads) return <GalleryList resource={resource} />;
  return <EditableList resource={resource} part={part} />;
}
