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
        introduce: 'My mother says I was always up something.',
        career: 'Picked cherries three summers, stocked shelves at night for a year, truck license since May',
        duty: 'Tree trimmer',
        questions: [question('Why are you applying for this job?', 800)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Blood doesn’t bother me, spiders do.',
        career:
          'Front desk of a tattoo shop for three years, passed the phlebotomy course in January, once mixed up two customers called Dolores',
        duty: 'Phlebotomist',
        questions: [
          question('What does good care mean to you?', 600),
          question('Tell us about a mistake you made and what you learned from it.', 1_000),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I can stand still for a very long time.',
        career: 'Fish counter at a supermarket for five years, pose for an evening drawing class, never late',
        duty: 'Museum guard',
        questions: [question('What are your strengths and weaknesses?', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I’m 51 and haven’t applied for anything since 1998.',
        career:
          'ran the winder at the paper mill in Rumford till they shut it, union steward for six years, re-covered the 114 chairs in our church hall, still finding staples in my socks',
        duty: 'Upholstery apprentice',
        questions: [question('Why do you want to learn this trade?', 1_200)],
        target: 'a two-person furniture workshop',
        instructions:
          'Write about Ozzie’s armchair. Took it apart four times before the springs sat right, now he watches hockey in it every night and won’t let his brother have a turn. Rumford and the 114 chairs have to be in there. Skip the union. And please not "hardworking"',
      },
      { includes: ['Ozzie', 'Rumford', '114'], excludes: ['union', 'hardworking'] },
    ],
    [
      {
        ...formal,
        introduce: 'I can back up a trailer on the first try.',
        career:
          'Substitute teacher for three years, summers at my uncle’s corn dog stand on the fair circuit, 2,300 sold on our best Saturday, sold insurance for a bit, can unclog anything',
        duty: 'Campground manager',
        questions: [
          question('What experience would you bring to this role?', 900),
          question('Describe a difficult customer and how you dealt with them.', 1_100),
        ],
        target: 'a lakeside campground with 130 sites',
        instructions:
          'Difficult customer: guy in Sedalia wanted his money back for three corn dogs he’d already eaten. Sat him on the cooler till the line was gone, turned out his wallet got stolen and he needed gas to get home. Darnell from the lemonade stand and I put in $10 each. 2,300 and the teaching in the first answer. Leave out insurance, don’t say "people person"',
      },
      { includes: ['2,300', 'Sedalia', 'Darnell'], excludes: ['insurance', 'people person'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'Need my daughter’s vaccine record',
        strong_points: 'summer camp wants it by June 3, she was a patient till 2021, I can come pick it up',
        receiver: 'Dr. Lindqvist’s office',
      },
    ],
    [
      {
        ...formal,
        topic: 'Left my walking stick on the tram',
        strong_points:
          'line 6, Tuesday around 4, cherry wood with a brass duck head, was my husband’s, can come any morning',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Asking my friend Lou to teach me to drive stick',
        strong_points:
          'bought a pickup I can’t get out of the driveway, Sundays are best, I pay gas and lunch, my dad tried and just yelled',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Will Gus judge our chili cook-off',
        strong_points:
          'Saturday October 17 at noon, fire hall parking lot, 11 chilis, all he does is eat and point, last year’s judge moved to Tucson',
        sender: 'Bernadette',
        receiver: 'Gus, my old neighbor',
        instructions:
          'Tease him a little about the habanero year, he cried. Say there’s a chair with his name on it. Not the word "honored". 100 words tops',
        length: 90,
      },
      { includes: ['October 17', 'Tucson', 'Bernadette'], excludes: ['honored'] },
    ],
    [
      {
        ...formal,
        topic: 'Questions about the hall for our quilt show',
        strong_points:
          'booking 318, March 20 and 21, 85 quilts, some are 8 feet long, about 400 visitors a day',
        sender: 'Harriet Nwosu',
        receiver: 'Mr. Abara, the rec center manager',
        instructions:
          'Three numbered questions: can we set up the night before, can we hang things from the beams, is the kitchen included. I need answers by January 15. Don’t use "hopefully". Keep it below 180 words.',
        length: 160,
      },
      { numbered: 3, includes: ['318', 'January 15', 'Harriet Nwosu'], excludes: ['hopefully'] },
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
