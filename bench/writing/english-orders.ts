import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to do about a wasp nest under the roof',
        keywords: 'wasp nest, pest control cost, wasp stings',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Is it worth fixing a 15 year old car' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'A year of cooking with a solar stove in Kenya',
        keywords: 'solar stove, cooking without charcoal',
        information:
          'stove was 9,500 shillings, charcoal used to be 2,800 a month, beans take 3 hours, useless in April when it rains, neighbors laughed at first',
        target: 'people who cook with charcoal every day',
        instructions:
          'Small table with what we spent before and after. around 750 words, no preaching and not the word "planet"',
        length: 750,
      },
      { hasTable: true, includes: ['9,500', '2,800'], excludes: ['planet'] },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'People fighting over parking at our apartment building',
        purpose: 'so the owners vote for assigned spaces',
      },
    ],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Wheelchairs always missing on our ward', purpose: 'for the head nurse' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Three of our five village water pumps are broken',
        purpose: 'to get the district to pay for the repair',
        target: 'a district officer with 40 villages to look after',
        information:
          '870 people, 2 pumps still work, women wait up to 90 minutes, one broken since February, parts cost 310,000 kwacha, a man from the next village can do the work',
        instructions:
          'Start with what we need, four numbered points. It shouldn’t sound like begging. About 400 words.',
        length: 400,
      },
      { numbered: 4, includes: ['870', '90', '310,000'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Marta’s Alterations',
        overview: 'I hem pants and fix zippers at home and now I want a small shop',
        format: ['What I do', 'Customers', 'Prices', 'First year'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Hassan’s Tire Stand',
        overview: 'tire repair next to the market, want to add oil changes',
        format: ['Services', 'Location', 'Costs', 'Risks'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Gravel Road Eggs',
        overview: 'Selling eggs from our 120 hens to neighbors and two diners',
        format: ['Overview', 'The hens', 'Sales', 'Income and costs'],
        information:
          'around 95 eggs a day, $4.50 a dozen, feed is $310 a month, coop is paid off, I drove a school bus till I retired, grandson helps weekends',
        instructions:
          'For a county farm grant, $7,500 for a fence and a fridge. One month of income and costs in a table. We’re not organic so don’t use that word. About 700 words',
        length: 700,
      },
      { hasTable: true, includes: ['$4.50', '310', '7,500'], excludes: ['organic'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I show up on time, always.',
        career: 'Six years driving a delivery van, forklift license',
        duty: 'Warehouse worker',
        questions: [question('What makes you a good fit?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I stay calm when the phone won’t stop.',
        career: 'Hotel front desk for two years, first aid course, speaks Portuguese',
        duty: 'Dental office receptionist',
        questions: [
          question('Introduce yourself.', 700),
          question('How do you deal with an upset person?', 1_100),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I raised three kids and now I want to work again.',
        career: 'Home for 11 years, ran the food pantry at church, basic computer class',
        duty: 'School secretary',
        questions: [question('Why should we hire you?', 900)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I fix things before I am asked.',
        career: 'Four years at sea as a ship’s cook, food safety certificate, ran a kitchen for 26 crew',
        duty: 'Kitchen manager',
        questions: [
          question('What would you bring to our kitchen?', 900),
          question('Tell us about a day when everything went wrong.', 1_200),
        ],
        target: 'a retirement home',
        instructions:
          'Use the storm when the oven broke. Mention the 26 crew. Please don’t write "team player".',
      },
      { includes: ['26', 'storm'], excludes: ['team player'] },
    ],
    [
      {
        ...formal,
        introduce: 'I’m quiet but I notice things.',
        career:
          'Security guard at a mall in Manila for five years, fire safety training, moved here last spring',
        duty: 'Museum guard',
        questions: [
          question('What should we know about you?', 700),
          question('Describe a time you had to decide quickly.', 1_200),
        ],
        target: 'a small art museum',
        instructions:
          'Use the lost girl at the fountain, we found her mom by her yellow shoes. Say it was in Manila. not "hardworking" please',
      },
      { includes: ['fountain', 'Manila'], excludes: ['hardworking'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Asking for two weeks off in a row',
        strong_points: 'my sister’s wedding in Lagos, October 9 to 23, Kemi can cover for me',
        receiver: 'my shift supervisor',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Asking my neighbor to water the tomatoes while we’re away',
        strong_points: 'ten days in July, every evening, can eat what’s ripe',
      },
    ],
    [
      {
        ...formal,
        topic: 'Canceling my gym membership',
        strong_points: 'moved 60 miles away, website won’t let me, May should be the last payment',
      },
    ],
    [
      {
        ...formal,
        topic: 'The sofa arrived in the wrong color',
        strong_points:
          'order 70418, ordered dark green, got gray, delivered on March 3, want it swapped, not a refund',
        sender: 'Ingrid Solberg',
        receiver: 'the furniture store',
        instructions: 'Polite but firm, no threats. What I want as two numbered points. Under 170 words.',
        length: 150,
      },
      { numbered: 2, includes: ['70418', 'March 3', 'Ingrid Solberg'] },
    ],
    [
      {
        ...friendly,
        topic: 'Choir practice moves to Thursdays',
        strong_points: 'starts November 5, 7:15 pm, same room, no more Tuesdays, bring the blue folders',
        sender: 'Rosalind',
        receiver: 'the whole choir',
        instructions:
          'short, under 130 words, tease the late ones a little. Ask who can give Mr. Abara a ride',
        length: 120,
      },
      { includes: ['November 5', '7:15', 'Rosalind'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to sharpen kitchen knives at home', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'Measuring your blood pressure at home the right way', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Our taco stand is moving to a new corner',
        target: 'regulars who stop by after work',
        information:
          'from Monday August 17, corner of 8th and Palmer, 11 to 9, fish tacos still $3.75, cash only, free horchata the first day',
        slide_count: 5,
        instructions:
          'Corner on the first slide and again on the last. Don’t write "delicious". Ask which salsa they want back.',
      },
      { includes: ['Palmer', 'August 17', '$3.75'], excludes: ['delicious'] },
    ],
  ]),
]
