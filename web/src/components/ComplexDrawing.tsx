/** A line drawing of the complex to come: a portal between two arcaded wings, cypresses, and an ambulance at the gate. */
export function ComplexDrawing({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 480 268"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <Wing />
      <g transform="matrix(-1 0 0 1 480 0)">
        <Wing />
      </g>
      <path className="fill-surface" d="M186 267V64h108v203z" />
      <path d="M180 64h120v-9H180zM196 267V78h88v189" />
      <path d="m210 96 4-4 4 4-4 4zm26 0 4-4 4 4-4 4zm26 0 4-4 4 4-4 4zM196 110h88" />
      <path className="fill-emerald-tint" d="M206 267v-88c0-28 16-42 34-54 18 12 34 26 34 54v88z" />
      <path d="M222 267v-64c0-14 8-21 18-28 10 7 18 14 18 28v64M240 175v92M222 216h36" />
      <Ambulance />
      <path d="M2 267h476" />
    </svg>
  );
}

function Wing() {
  return (
    <>
      <path className="fill-surface" d="M56 267V122h130v145z" />
      <path d="M50 122h136v-8H50zM56 188h130" />
      {[72, 112, 152].map(x => (
        <path key={x} d={`M${x} 176v-26c0-7 5-11 11-15 6 4 11 8 11 15v26zm0-16h22`} />
      ))}
      {[66, 106, 146].map(x => (
        <path key={x} d={`M${x} 267v-42c0-11 8-17 17-23 9 6 17 12 17 23v42`} />
      ))}
      <path
        className="fill-surface"
        d="M60 114V92h26v22M56 92h34M60 92c0-13 6-18 13-23 7 5 13 10 13 23zM73 69v-8"
      />
      <path d="M68.5 114V92m9 22V92" />
      <path className="fill-emerald-tint" d="M26 246c-16-10-15-52 0-86 15 34 16 76 0 86zm0-50v71" />
    </>
  );
}

function Ambulance() {
  return (
    <>
      <path className="fill-surface" d="M326 258v-38h52v12h14c10 2 16 10 17 26z" />
      <path d="M378 232v26M384 238h11c4 2 7 6 8 11h-19zM352 220v-5h10v5" />
      <path d="M355 232a7.5 7.5 0 1 0 0 13 6 6 0 1 1 0-13z" />
      <circle className="fill-surface" cx="342" cy="259" r="8" />
      <circle className="fill-surface" cx="392" cy="259" r="8" />
    </>
  );
}
