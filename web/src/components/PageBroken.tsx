import { useMessages } from '../messages/language';
import { Button, ButtonLink } from '../ui/Button';
import { Star } from './Star';

/** What stands in for a page that could not be drawn: words, and a way on. */
export function PageBroken() {
  const { broken } = useMessages().shell;
  return (
    <div className="girih text-emerald" role="alert">
      <div className="wrap py-28 text-ink md:py-40">
        <Star className="size-8 text-emerald" />
        <h1 className="mt-6 text-h1">{broken.title}</h1>
        <p className="mt-5 max-w-[52ch] text-lead text-ink-soft">{broken.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => location.reload()}>
            {broken.reload}
          </Button>
          <ButtonLink variant="outline" href="/">
            {broken.home}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}
