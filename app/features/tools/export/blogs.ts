// The blogs that a text can be copied for. This browser remembers which were used, and stays so after a sign-out.
export const blogs = ['naver', 'tistory', 'brunch', 'wordpress'] as const
export type Blog = (typeof blogs)[number]

const key = 'munjang-blogs'

/** The last one first. */
export function usedBlogs(): Blog[] {
  try {
    const names = (localStorage.getItem(key) ?? '').split(',')
    return names.flatMap((name) => blogs.filter((blog) => blog === name))
  } catch (error) {
    console.warn('The last blog could not be read.', error)
    return []
  }
}

/** If storage is full or forbidden, the order of the menu stays as it is. */
export function rememberBlog(blog: Blog): void {
  try {
    localStorage.setItem(key, [blog, ...usedBlogs().filter((other) => other !== blog)].join(','))
  } catch (error) {
    console.warn('The last blog could not be saved.', error)
  }
}
