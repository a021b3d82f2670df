/** A line drawing of the complex to come: a hospital front with arches, a dome and a courtyard wall. */
export function ComplexDrawing({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 480 300"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path
        className="fill-surface"
        d="M20 300V188h96v-40h62v-22h14c0-34 22-50 48-66 26 16 48 32 48 66h14v22h62v40h96v112z"
      />
      <path d="M240 60V38m-8 8 8-8 8 8M178 148h124M192 126h96M116 188h62m124 0h62" />
      <path d="M206 300v-72c0-22 14-34 34-46 20 12 34 24 34 46v72M218 300v-68c0-16 9-25 22-34 13 9 22 18 22 34v68" />
      <path d="M130 230v-18c0-8 5-12 12-17 7 5 12 9 12 17v18zM326 230v-18c0-8 5-12 12-17 7 5 12 9 12 17v18zM130 288v-26h24v26zM326 288v-26h24v26z" />
      <path d="M38 250v-26c0-6 3-9 9-13 6 4 9 7 9 13v26zM76 250v-26c0-6 3-9 9-13 6 4 9 7 9 13v26zM386 250v-26c0-6 3-9 9-13 6 4 9 7 9 13v26zM424 250v-26c0-6 3-9 9-13 6 4 9 7 9 13v26z" />
      <path d="M240 150v18m-9-9h18M20 268h96m248 0h96M178 148v152m124-152v152M116 188v112m248-112v112" />
      <path d="M64 300v-14m18 14v-20m340 20v-14m-18 14v-20M0 300h480" strokeLinecap="round" />
    </svg>
  );
}
