// What the foundation has switched on. Until it is known, and where it cannot be, everything counts as off.
import { useQuery } from '@tanstack/react-query';
import type { Documents } from '../../schema.gen';
import { readDocument } from '../content/page-documents';

type Features = Documents['features'];

export type Switch = { [K in keyof Features]-?: boolean extends Features[K] ? K : never }[keyof Features];

const nothing: Features = {};

export function useFeatures(): Features {
  const { data } = useQuery({
    queryKey: ['website_content', 'features'],
    queryFn: () => readDocument('features'),
    staleTime: 60_000,
  });
  return (data?.content as Features | undefined) ?? nothing;
}
