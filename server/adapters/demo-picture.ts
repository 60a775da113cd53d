// The image model for machines without a key: hills in ink, and a line that labels the picture as a demo.
import { createHash } from 'node:crypto'
import type { OutputLanguage } from '#shared/tools.ts'
import { demoAlts } from './demo-scenes.ts'
import { drawPicture } from './draw-picture.ts'
import { encodePicture, type MadePicture } from './encode-picture.ts'
import type { PictureCall } from './pictures.ts'

const sizes = { square: [1024, 1024], wide: [1536, 1024], tall: [1024, 1536] } as const

/** For languages whose script our font has. It has no Chinese characters; other languages use English. */
const notes: Partial<Record<OutputLanguage, string>> = {
  Korean: '체험용 그림이에요. AI 모델이 그리지 않았어요.',
  Japanese: 'おためしのイメージです。AIモデルはつくっていません。',
  Spanish: 'Imagen de muestra: no la ha hecho ningún modelo de IA.',
  French: 'Image de démonstration : aucun modèle d’IA ne l’a créée.',
  German: 'Beispielbild: Kein KI-Modell hat es gemacht.',
}
const englishNote = 'A sample picture. No AI model made it.'

/** @throws the signal's reason */
export async function drawDemoPicture({
  prompt,
  shape,
  language,
  signal,
}: Pick<PictureCall, 'prompt' | 'shape' | 'language' | 'signal'>): Promise<MadePicture> {
  const [width, height] = sizes[shape]
  const png = await drawPicture(composeDemoPicture({ prompt, width, height, language }))
  signal.throwIfAborted()
  return { ...(await encodePicture(png, 'algorithmicMedia')), alt: demoAlts[language] }
}

/** Each prompt gives other hills. */
export function composeDemoPicture(picture: {
  prompt: string
  width: number
  height: number
  language: OutputLanguage
}): string {
  const { width, height } = picture
  const bytes = createHash('sha256').update(picture.prompt).digest()
  const share = (index: number) => bytes[index]! / 255
  const sun = { x: width * (0.2 + share(0) * 0.6), y: height * (0.26 + share(1) * 0.12), r: height * 0.075 }
  const hills = [0, 1, 2].map((index) => {
    const top = height * (0.42 + index * 0.13)
    const lift = height * 0.16
    const at = (step: number) => top - share(4 + index * 4 + step) * lift
    const path = `M0 ${at(0)} C${width * 0.25} ${at(1) - lift * 0.4} ${width * 0.4} ${at(2)} ${width * 0.58} ${at(3)} S${width * 0.85} ${at(1)} ${width} ${at(2)} V${height} H0 Z`
    return `<path d="${path}" fill="#1c1b19" fill-opacity="${0.1 + index * 0.16}"/>`
  })
  const size = Math.round(Math.min(width, height) * 0.036)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Pretendard">
<rect width="${width}" height="${height}" fill="#faf8f3"/><circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="#b8321f"/>${hills.join('')}
<text x="${width / 2}" y="${size * 3.3}" font-size="${size}" fill="#57534a" text-anchor="middle">${notes[picture.language] ?? englishNote}</text></svg>`
}
