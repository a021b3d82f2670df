export interface Row {
  what: string;
  here?: string;
  peer?: string;
  ratio?: string;
  goal?: string;
  noise?: number;
}
export interface Worse {
  row: Row;
  before: Row;
  factor: number;
}
export function worse(before: Row[], after: Row[]): Worse[];
