// Materials and textures as the model describes them.

import * as THREE from '../vendor/three.min.js';

const TEXTURE = { plane: 0, cube: 1, skybox: 2 };
/** Share of a light that highlights get: lights are described with about half as much of it. */
const HIGHLIGHT = 0.55;
const PLAIN = { rgba: [1, 1, 1, 1], texture: -1, repeat: [1, 1], uniform: false, emission: 0, specular: 0.5, shininess: 0.5, reflectance: 0 };

// highlights as OpenGL draws them, not brighter the smaller they are
THREE.ShaderChunk.lights_phong_pars_fragment = THREE.ShaderChunk.lights_phong_pars_fragment.replace(
  /irradiance \* BRDF_BlinnPhong\([^;]*;/,
  `RECIPROCAL_PI * directLight.color * step( 1e-4, dotNL ) * material.specularColor
    * pow( saturate( dot( geometryNormal, normalize( directLight.direction + geometryViewDir ) ) ), material.specularShininess );`,
);

/** Pixels with four channels. */
function rgba(pixels, channels) {
  if (channels === 4) return new Uint8Array(pixels);
  const out = new Uint8Array((pixels.length / channels) * 4);
  for (let i = 0, k = 0; i < pixels.length; i += channels, k += 4) {
    for (let c = 0; c < 3; c += 1) out[k + c] = pixels[i + Math.min(c, channels - 1)];
    out[k + 3] = 255;
  }
  return out;
}

/** Textures and materials of a scene. */
export class Looks {
  /** @param {object} scene a scene file @param {number} anisotropy */
  constructor(scene, anisotropy) {
    this.scene = scene;
    this.anisotropy = anisotropy;
    this.textures = scene.textures.map((texture) => this.texture(texture));
    this.materials = [];
  }

  texture({ type, width, height, channels, data }) {
    const pixels = this.scene.blob(data, 'u8');
    // what no renderer takes is left out, as are images that are still packed
    if (!pixels?.length || width > 16384 || height > 6 * 16384) return null;
    const out = type === TEXTURE.plane ? this.flat(pixels, width, height, channels) : this.cube(pixels, width, height, channels);
    out.anisotropy = this.anisotropy;
    out.needsUpdate = true;
    return out;
  }

  flat(pixels, width, height, channels) {
    const out = new THREE.DataTexture(rgba(pixels, channels), width, height, THREE.RGBAFormat);
    out.wrapS = THREE.RepeatWrapping;
    out.wrapT = THREE.RepeatWrapping;
    out.magFilter = THREE.LinearFilter;
    out.minFilter = THREE.LinearMipmapLinearFilter;
    out.generateMipmaps = true;
    return out;
  }

  /** Six faces, one below the other, or one for all. */
  cube(pixels, width, height, channels) {
    const size = width * width * channels;
    const faces = Array.from({ length: 6 }, (_, i) => {
      const start = height >= 6 * width ? i * size : 0;
      const face = new THREE.DataTexture(rgba(pixels.subarray(start, start + size), channels), width, width, THREE.RGBAFormat);
      face.needsUpdate = true;
      return face;
    });
    const out = new THREE.CubeTexture(faces);
    out.magFilter = THREE.LinearFilter;
    out.minFilter = THREE.LinearMipmapLinearFilter;
    out.generateMipmaps = true;
    return out;
  }

  /** The sky, if the model has one. */
  sky() {
    const i = this.scene.textures.findIndex((texture) => texture.type === TEXTURE.skybox);
    return i >= 0 ? this.textures[i] : null;
  }

  /**
   * Material of a geom, a site or a tendon.
   * @param {{material: number, rgba: number[]}} object
   * @param {THREE.BufferGeometry | null} shape
   * @param {number[]} size
   */
  of(object, shape, size) {
    const source = this.scene.materials[object.material] ?? PLAIN;
    // a colour of the object's own that is not the default wins over its material's
    const own = object.rgba.some((x, i) => Math.abs(x - [0.5, 0.5, 0.5, 1][i]) > 1e-6);
    const color = object.material >= 0 && !own ? source.rgba : object.rgba;
    const out = new THREE.MeshPhongMaterial({
      color: new THREE.Color(color[0], color[1], color[2]),
      specular: new THREE.Color().setScalar(HIGHLIGHT * source.specular),
      shininess: Math.max(1, source.shininess * 128),
      opacity: color[3],
      transparent: color[3] < 0.999,
      depthWrite: color[3] >= 0.999,
    });
    out.emissive.copy(out.color).multiplyScalar(source.emission);
    out.userData = { color: out.color.clone(), opacity: color[3], emissive: out.emissive.clone(), texture: null };
    const texture = this.textures[source.texture];
    if (texture && shape) this.paint(out, texture, source, shape, size);
    this.materials.push(out);
    return out;
  }

  /** Puts a texture on a material. */
  paint(material, texture, source, shape, size) {
    if (texture.isCubeTexture) {
      cubeMap(material, texture);
    } else {
      const map = texture.clone();
      map.needsUpdate = true;
      if (!shape.userData.ownUv) planar(shape, size, source);
      else map.repeat.set(source.repeat[0] || 1, source.repeat[1] || 1);
      material.map = map;
      material.userData.texture = map;
    }
  }

  dispose() {
    for (const material of this.materials) {
      material.map?.dispose();
      material.dispose();
    }
    for (const texture of this.textures) texture?.dispose();
  }
}

/** Texture coordinates from x and y: over the whole shape, or over two units of length if uniform or infinite. */
function planar(shape, size, source) {
  const points = shape.getAttribute('position');
  const uv = new Float32Array(points.count * 2);
  const uniform = source.uniform || shape.userData.infinite;
  const [u, v] = source.repeat.map((x) => x || 1);
  for (let i = 0; i < points.count; i += 1) {
    const [x, y] = [points.getX(i), points.getY(i)];
    uv[2 * i] = uniform ? 0.5 * x * u : (0.5 + x / (2 * (size[0] || 1))) * u;
    uv[2 * i + 1] = uniform ? 0.5 * y * v : (0.5 + y / (2 * (size[1] || size[0] || 1))) * v;
  }
  shape.setAttribute('uv', new THREE.BufferAttribute(uv, 2));
}

/** Colours by the direction from the centre of the object. */
function cubeMap(material, texture) {
  material.userData.cube = { value: texture };
  material.userData.cubeOn = { value: 1 };
  material.onBeforeCompile = (shader) => {
    shader.uniforms.sinewCube = material.userData.cube;
    shader.uniforms.sinewCubeOn = material.userData.cubeOn;
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vSinewDirection;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvSinewDirection = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vSinewDirection;\nuniform samplerCube sinewCube;\nuniform float sinewCubeOn;')
      .replace('#include <map_fragment>', 'diffuseColor.rgb *= mix(vec3(1.0), textureCube(sinewCube, vSinewDirection).rgb, sinewCubeOn);');
  };
  material.customProgramCacheKey = () => 'sinew-cube';
}
