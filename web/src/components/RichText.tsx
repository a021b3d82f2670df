// The only place that puts stored HTML into a page: a project's description and the sections of the about page, which
// the server sanitised when they were saved. Every other text is plain, and must never come here.
import type { ElementType } from 'react';
import { inlineHtml, nestedHtml } from '../lib/rich-text';
import { written } from '../lib/written';
import { cn } from '../ui/cn';

interface Props {
  html: string | null | undefined;
  /** The level an editor's headings take here. */
  level?: 2 | 3;
  className?: string;
}

export function RichText({ html, level = 3, className }: Props) {
  if (!html) return null;
  const inner = { __html: nestedHtml(html, level) };
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div {...written(html, cn('rich', className))} dangerouslySetInnerHTML={inner} />;
}

/** A heading whose words staff may mark up. */
export function RichHeading({
  as: Tag,
  html,
  fallback,
  className,
}: {
  as: ElementType;
  html: string | null | undefined;
  /** Said when staff have left it empty. */
  fallback: string;
  className?: string;
}) {
  const words = inlineHtml(html);
  if (!words) return <Tag className={className}>{fallback}</Tag>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <Tag {...written(words, className)} dangerouslySetInnerHTML={{ __html: words }} />;
}
