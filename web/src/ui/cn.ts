// Joins class names; of two that set the same thing the later one wins, so that a component's caller can override it.
//
// tailwind-merge's own table of every utility weighs 7 KB on each public page. This one holds the utilities by prefix,
// with the names of styles/tokens.css where one prefix means several things.
import { createTailwindMerge } from 'tailwind-merge';

const any = () => true;
const sides = ['', 'x', 'y', 's', 'e', 't', 'b'];

const prefixes = [
  ...sides.flatMap(side => [`p${side}`, `m${side}`]),
  ...['', '-x', '-y'].flatMap(side => [`gap${side}`, `inset${side}`, `overflow${side}`, `space${side}`]),
  ...['top', 'bottom', 'start', 'end', 'z', 'order', 'w', 'h', 'size', 'min-w', 'min-h', 'max-w', 'max-h'],
  ...['aspect', 'grid-cols', 'grid-rows', 'col-span', 'row-span', 'col-start', 'row-start', 'items', 'self'],
  ...[
    'justify',
    'place-items',
    'leading',
    'tracking',
    'opacity',
    'shadow',
    'rounded',
    'bg',
    'fill',
    'stroke',
  ],
  ...['object', 'cursor', 'whitespace', 'line-clamp', 'duration', 'rotate', 'translate-x', 'translate-y'],
];

const styles = ['solid', 'dashed', 'none'];

const merge = createTailwindMerge(() => ({
  cacheSize: 200,
  theme: {},
  classGroups: {
    ...Object.fromEntries(prefixes.map(prefix => [prefix, [{ [prefix]: [any] }]])),
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'hidden', 'contents'],
    position: ['static', 'relative', 'absolute', 'fixed', 'sticky'],
    'flex-direction': ['flex-row', 'flex-col', 'flex-row-reverse', 'flex-col-reverse'],
    'text-size': [{ text: ['xs', 'sm', 'base', 'lead', 'h1', 'h2', 'h3', 'h4', 'hero', isSize] }],
    'text-align': [{ text: ['start', 'end', 'center', 'justify'] }],
    'text-color': [{ text: [any] }],
    'font-family': [{ font: ['sans', 'display', 'mono'] }],
    'font-weight': [{ font: [any] }],
    'border-width': [{ border: ['', '0', '2', '4'] }],
    'border-style': [{ border: styles }],
    'border-color': [{ border: [any] }],
  },
  conflictingClassGroups: {
    ...Object.fromEntries(
      ['p', 'm'].flatMap(what => [
        [what, sides.slice(1).map(side => what + side)],
        [`${what}x`, [`${what}s`, `${what}e`]],
        [`${what}y`, [`${what}t`, `${what}b`]],
      ]),
    ),
    gap: ['gap-x', 'gap-y'],
    inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'bottom'],
    'inset-x': ['start', 'end'],
    'inset-y': ['top', 'bottom'],
    overflow: ['overflow-x', 'overflow-y'],
    size: ['w', 'h'],
    'text-size': ['leading'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));

function isSize(value: string): boolean {
  return /^\[(length:|[\d.]+(rem|px|em|vw))/.test(value);
}

export function cn(...names: (string | false | null | undefined)[]): string {
  return merge(names);
}
