import type { ModelFile } from '#server/outside/models.ts'

/** Something to draw on that came with a request: `text` is what was read out of it, `pictures` go to models that can see. */
export type Source = { name: string; kind: 'file' | 'link'; text: string | null; pictures: ModelFile[] }

/** A file that the model reads itself. */
export const sourceOfFile = (file: ModelFile): Source => ({
  name: file.name,
  kind: 'file',
  text: null,
  pictures: [file],
})
