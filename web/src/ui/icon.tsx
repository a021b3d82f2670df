// Makes a component of one of Lucide's drawings, in the place of Lucide's own function (vite.config.ts puts it there). Theirs
// puts the same element together anew each time, from settings that nothing here changes, and every page waits for it.
import { createElement, type SVGProps } from 'react';

export interface Drawing {
  name: string;
  /** What it was called before. */
  aliases?: string[];
  node: [string, Record<string, string>][];
}

export default function icon({ name, aliases = [], node }: Drawing) {
  const classes = ['lucide', ...[name, ...aliases].map(called => `lucide-${called}`)].join(' ');
  const shapes = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(written).join('') } }
    : { children: node.map(([tag, attributes]) => createElement(tag, attributes)) };
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width="24"
      height="24"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className ? `${classes} ${className}` : classes}
      aria-hidden={rest['aria-label'] ? undefined : 'true'}
      {...rest}
      {...shapes}
    />
  );
}

/** As React would write it. */
function written([tag, { key, ...attributes }]: Drawing['node'][number]): string {
  const list = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${list.join('')}></${tag}>`;
}
