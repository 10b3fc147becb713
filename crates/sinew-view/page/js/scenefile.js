// The scene of a model: a JSON text and blobs that it points into.

const KINDS = { f32: Float32Array, u32: Uint32Array, u8: Uint8Array };

/**
 * Fetches the scene, telling how much has come.
 * @param {string} token
 * @param {(share: number) => void} progress
 */
export async function fetchScene(token, progress) {
  const response = await fetch(`/scene?token=${token}`);
  if (!response.ok) throw new Error(await response.text());
  const total = Number(response.headers.get('content-length')) || 0;
  const bytes = new Uint8Array(total);
  const reader = response.body.getReader();
  let got = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (got + value.length > total) throw new Error('the scene is longer than it said');
    bytes.set(value, got);
    got += value.length;
    progress(got / total);
  }
  return parseScene(bytes.buffer);
}

/** @param {ArrayBuffer} buffer */
function parseScene(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const scene = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const start = 8 + length;
  /** Numbers of a blob. @param {[number, number] | null} blob @param {keyof typeof KINDS} kind */
  scene.blob = (blob, kind) => (blob ? new KINDS[kind](buffer, start + blob[0], blob[1]) : null);
  return scene;
}

/** Name of an object, or its type and number. @param {{name: string}} object */
export function label(object, kind, index) {
  return object.name || `${kind} ${index}`;
}
