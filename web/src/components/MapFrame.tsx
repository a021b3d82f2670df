// A map, loaded only when the visitor comes near it, with a plain link for when it does not load.
import { ExternalLink } from 'lucide-react';
import { useMessages } from '../messages/language';

interface Props {
  title: string;
  embed: string | undefined;
  link: string;
}

export function MapFrame({ title, embed, link }: Props) {
  const { shell } = useMessages();
  return (
    <div>
      {embed && (
        <iframe
          title={title}
          src={embed}
          loading="lazy"
          referrerPolicy="no-referrer-when-downgrade"
          className="block aspect-square w-full rounded-soft border border-hairline bg-sand sm:aspect-[4/3]"
        />
      )}
      <a href={link} rel="noopener" className="link mt-2 inline-flex min-h-11 items-center gap-2">
        {shell.openMap} <ExternalLink className="size-4" aria-hidden="true" />
      </a>
    </div>
  );
}
