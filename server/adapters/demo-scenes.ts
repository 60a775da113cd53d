import type { OutputLanguage } from '#shared/tools.ts'

/** Alternative text of the demo picture. */
export const demoAlts: Record<OutputLanguage, string> = {
  Korean: '먹빛 언덕 위에 붉은 해가 떠 있어요.',
  English: 'A red sun over hills in ink.',
  Japanese: '墨色の丘の上に赤い日が昇っています。',
  Chinese: '水墨山丘上升起一轮红日。',
  Spanish: 'Un sol rojo sobre colinas en tinta.',
  French: 'Un soleil rouge au-dessus de collines à l’encre.',
  German: 'Eine rote Sonne über Hügeln in Tusche.',
  Russian: 'Красное солнце над холмами, нарисованными тушью.',
  Arabic: 'شمس حمراء فوق تلال مرسومة بالحبر.',
  Hindi: 'स्याही से बनी पहाड़ियों के ऊपर लाल सूरज।',
}

/**
 * The demo writer's descriptions of pictures. They describe the demo picture as a prompt, in case that a model draws
 * it.
 */
export const demoScenes = (language: OutputLanguage, count: number): { scene: string; alt: string }[] =>
  Array.from({ length: count }, (_, index) => ({
    scene: `Hills in ink on paper below a red sun, view ${index + 1}.`,
    alt: demoAlts[language],
  }))
