export function shortened(name: string): string;
export function stacks(printed: string): Map<string, number>;
export function flamegraph(counts: Map<string, number>, title: string): string;
