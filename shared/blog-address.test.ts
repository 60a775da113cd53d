import { expect, it } from 'vitest'
import { isPostOf, readBlogAddress } from './blog-address.ts'

it('K17: a blog is named by its Naver id or any address of it', () => {
  for (const typed of [
    'My_Blog',
    ' https://blog.naver.com/my_blog/ ',
    'm.blog.naver.com/my_blog?tab=1',
    'http://blog.naver.com/PostList.naver?from=x&blogId=my_blog#top',
  ])
    expect(readBlogAddress(typed), typed).toBe('blog.naver.com/my_blog')
  expect(readBlogAddress('https://www.Example.com/blog/일기/')).toBe('example.com/blog/일기')
  expect(readBlogAddress('story.tistory.com')).toBe('story.tistory.com')
})

it('K17: what is no address, or would be everybody’s, is none', () => {
  for (const typed of [
    '',
    'a',
    '두 낱말',
    'https://blog.naver.com/',
    'blog.naver.com',
    'javascript:alert(1)',
    'https://exa mple.com',
    'http://',
    `example.com/${'x'.repeat(200)}`,
  ])
    expect(readBlogAddress(typed), typed).toBeNull()
})

it('K17: a post belongs to the blog whose address its own begins with, as a whole', () => {
  const blog = 'blog.naver.com/me'
  for (const link of [
    'https://blog.naver.com/me/223000000001',
    'https://m.blog.naver.com/Me?Redirect=Log&logNo=1',
    'http://blog.naver.com/PostView.nhn?blogId=me&logNo=1',
  ])
    expect(isPostOf(link, blog), link).toBe(true)
  for (const link of [
    'https://blog.naver.com/megan/1',
    'https://example.com/blog.naver.com/me',
    'https://blog.naver.com/',
    'https://blog.naver.com/PostView.nhn?blogId=megan&logNo=1',
  ])
    expect(isPostOf(link, blog), link).toBe(false)
})
