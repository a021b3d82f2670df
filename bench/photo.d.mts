export function photo(selector: string): Promise<number>;
