// Runs in a page of Chromium: draws a busy picture of 4000 × 3000, notes in it where it was taken and that it has to be
// turned, as a phone does, and keeps it for choosePhoto, which puts it into the file input. Gives back its size.
export async function photo(selector) {
  const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
  const pen = canvas.getContext('2d');
  for (let at = 0; at < 40_000; at++) {
    pen.fillStyle = `hsl(${(at * 47) % 360} 60% ${30 + (at % 50)}%)`;
    pen.fillRect((at * 7919) % 4000, (at * 104_729) % 3000, 12 + (at % 90), 8 + (at % 60));
  }
  pen.fillStyle = '#ffffff'; // so that its top left can be told from the other corners
  pen.fillRect(0, 0, 400, 400);
  const jpeg = await new Promise(done => canvas.toBlob(done, 'image/jpeg', 0.92));
  const text = letters => Array.from(letters, letter => letter.charCodeAt(0));
  const tiff = [...text('II*\0'), 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0];
  const notes = [...text('Exif\0\0'), ...tiff, ...text('GPS 31.4N 73.1E')];
  const head = [0xff, 0xe1, 0, notes.length + 2];
  const parts = [jpeg.slice(0, 2), new Uint8Array([...head, ...notes]), jpeg.slice(2)];
  const file = new File(parts, 'IMG_0001.JPG', { type: 'image/jpeg' });
  globalThis.choosePhoto = () => {
    const input = document.querySelector(selector);
    const chosen = new DataTransfer();
    chosen.items.add(file);
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  return file.size;
}
